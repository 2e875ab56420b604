# bylaw as a container: `bylaw serve` with the policies, the tokens and the state that are mounted.
# How to build and run it, and what each mount is for: docs/deploy.md.
#
# Any base with Node 20 or newer will do. The last stage runs no command while it is built, so that
# its base needs no shell and no npm. Both bases need the same C library, because the database that
# bylaw remembers calls in is machine code.
ARG BASE=docker.io/library/node:20-slim
ARG BUILD_BASE=${BASE}

FROM ${BUILD_BASE} AS build
WORKDIR /build
# The packages first: they change less often than the source. None of them has to run anything to be
# built with.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Packing builds what the package is made of.
RUN npm pack --pack-destination /tmp
WORKDIR /image/opt/bylaw
RUN npm install --omit=dev --no-save --no-package-lock /tmp/bylaw-*.tgz
RUN cp /build/contrib/container/health.mjs . && mkdir -p /image/var/lib/bylaw /image/etc/bylaw

FROM ${BASE}
LABEL org.opencontainers.image.title="bylaw" \
      org.opencontainers.image.description="A policy engine for what AI agents do"
COPY --from=build /image/opt/bylaw /opt/bylaw
COPY --from=build /image/etc/bylaw /etc/bylaw
COPY --from=build --chown=65532:65532 /image/var/lib/bylaw /var/lib/bylaw
# The memory, the decision log and uploads go to /var/lib/bylaw, and nothing is written elsewhere.
# Kept policies are off: they count only where they belong to the owner of the policies.
ENV HOME=/var/lib/bylaw \
    XDG_STATE_HOME=/var/lib \
    BYLAW_CACHE=off \
    PATH=/opt/bylaw/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/nodejs/bin
# A number, so that whoever runs it can see that it is not root.
USER 65532:65532
WORKDIR /var/lib/bylaw
VOLUME /var/lib/bylaw
EXPOSE 4517
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "/opt/bylaw/health.mjs"]
ENTRYPOINT ["node", "/opt/bylaw/node_modules/bylaw/dist/bylaw.cjs"]
# Loopback would be the container's own, which no client can reach. Beyond loopback bylaw asks for
# tokens: without the file it does not start. Its port is meant for this machine or for a proxy that encrypts;
# BYLAW_TLS_CERTIFICATE and BYLAW_TLS_KEY in the environment make it speak TLS itself.
CMD ["serve", "--policies", "/etc/bylaw/policies", "--host", "0.0.0.0", "--insecure-plain-http", "--tokens", "/etc/bylaw/tokens.json"]
