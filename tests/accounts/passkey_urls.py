"""The site's URLs with those of passkeys, which it has over TLS only."""

from django.urls import include, path

from kraken_site.urls import urlpatterns as of_the_site

urlpatterns = [path("accounts/2fa/webauthn/", include("allauth.mfa.webauthn.urls")), *of_the_site]
