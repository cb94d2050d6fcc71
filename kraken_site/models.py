"""What the club as a whole keeps: when it last was there for anybody."""

from django.db import models


class SignOfLife(models.Model):
    """The one row that servers renew while they serve; how old it is at a start is how long nobody was served."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = "sign of life"
        verbose_name_plural = "signs of life"

    def __str__(self) -> str:
        return self.at.isoformat()
