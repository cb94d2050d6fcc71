"""The sign of life of the servers."""

from django.db import models


class SignOfLife(models.Model):
    """The one row that servers renew while they serve. Its age at the next renewal tells how long nobody was served."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = "sign of life"
        verbose_name_plural = "signs of life"

    def __str__(self) -> str:
        return self.at.isoformat()
