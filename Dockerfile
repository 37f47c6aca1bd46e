# docverify in a container: no root, nothing written but to /dados and /tmp. See docs/operacao.md, "Contêiner".
#
#   docker build -t docverify .
#   docker run --init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     -v docverify:/dados -p 127.0.0.1:8765:8765 docverify

FROM python:3.13-slim-bookworm AS construcao
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/docverify
WORKDIR /construcao
# the locked packages first: a change of the program does not install them anew
COPY requirements.lock ./
RUN /opt/docverify/bin/pip install -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY api api
COPY models models
RUN pip wheel --no-deps --wheel-dir /rodas . \
    && /opt/docverify/bin/pip install --no-deps /rodas/docverify-*.whl \
    && /opt/docverify/bin/python -m compileall -q /opt/docverify

FROM python:3.13-slim-bookworm
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        tesseract-ocr tesseract-ocr-por tesseract-ocr-osd fontconfig fonts-liberation fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 docverify \
    && useradd --uid 10001 --gid 10001 --home-dir /dados --no-create-home --shell /usr/sbin/nologin docverify \
    && install -d -o 10001 -g 10001 -m 0700 /dados
COPY --from=construcao /opt/docverify /opt/docverify
ENV PATH=/opt/docverify/bin:$PATH \
    LANG=C.UTF-8 \
    HOME=/dados \
    XDG_CACHE_HOME=/dados/cache \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    OMP_THREAD_LIMIT=1 \
    DOCVERIFY_HOME=/dados \
    DOCVERIFY_HOST=0.0.0.0
USER 10001:10001
WORKDIR /dados
VOLUME /dados
EXPOSE 8765
STOPSIGNAL SIGTERM
# of `serve`; a worker answers nothing, and is known by its heartbeat in the database
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/saude', timeout=4)"]
ENTRYPOINT ["docverify"]
CMD ["serve"]
