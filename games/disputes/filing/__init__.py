"""The players' pages: filing a case, answering, withdrawing, appealing."""
