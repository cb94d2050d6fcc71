"""Root URL configuration."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView
from django.views.i18n import set_language

from kraken_site import views

# Staff sign in as players do, with the second step and the rate limits.
admin.site.login = secure_admin_login(admin.site.login)

handler400 = views.bad_request

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("metrics", views.metrics, name="metrics"),
    path("release", views.release, name="release"),
    path("about/", TemplateView.as_view(template_name="rules/about.html"), name="about"),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
