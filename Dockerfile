FROM python:3.11-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/venv
COPY requirements.txt /tmp/requirements.txt
RUN /opt/venv/bin/pip install --require-hashes -r /tmp/requirements.txt

FROM python:3.11-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    STATIC_ROOT=/app/build/static EXPORT_FOLDER=/app/exports BIND=0.0.0.0:8000
# Backups need PostgreSQL's programs, of the server's version. Debian has this one, of
# others PostgreSQL's own packages.
ARG POSTGRES_VERSION=15
# hadolint ignore=DL3008
RUN apt-get update \
    && if [ "$POSTGRES_VERSION" != 15 ]; then \
    apt-get install -y --no-install-recommends postgresql-common \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y; fi \
    && apt-get install -y --no-install-recommends "postgresql-client-$POSTGRES_VERSION" \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 10001 app \
    && install -d -o 10001 -m 700 /app/exports /app/backups
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY manage.py ./
COPY config config
COPY teaching teaching
COPY studies studies
COPY templates templates
COPY static static
COPY locale locale
COPY decks decks
# Compiled once, not again at every start. As production: its pages look static files up
# under the names made here.
RUN python -m compileall -q manage.py config teaching studies \
    && SECRET_KEY=$(python -c "import secrets; print(secrets.token_urlsafe(64))") \
    ALLOWED_HOSTS=localhost FORGETMENOT_ENV=production DATABASE_URL=sqlite:// \
    python manage.py collectstatic --no-input
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import urllib.request as r; r.urlopen('http://localhost:8000/readyz', timeout=4)"]
CMD ["gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
