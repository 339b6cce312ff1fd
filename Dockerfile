# The command line and the emulator in one image, whose entry point is the command:
#   docker build -t firebreak . && docker run --rm -v "$PWD:/project:ro" firebreak check
#   docker run -p 8080:8080 -p 9000:9000 -v "$PWD:/project:ro" firebreak    (serves the emulator)
FROM swift:6.2-bookworm AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends pkg-config libyaml-dev libre2-dev nettle-dev libsqlite3-dev zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN DIST_WHEEL=no packaging/dist.sh && mkdir /out && cp dist/firebreak-*/bin/* /out/

FROM debian:bookworm-slim
# `check --since` and `cost diff` ask git, whoever the mounted project belongs to.
RUN apt-get update && apt-get install -y --no-install-recommends git zlib1g \
 && rm -rf /var/lib/apt/lists/* \
 && git config --system --add safe.directory '*' \
 && useradd --system --uid 10001 --no-create-home firebreak \
 && mkdir /data /project && chown firebreak /data
COPY --from=build /out/ /usr/local/bin/
# A library that the programs load and this image lacks stops the build, not the user.
RUN firebreak --version && ! ldd /usr/local/bin/firebreak-emulator | grep 'not found'
USER firebreak
WORKDIR /project
VOLUME /data
# Whatever ports firebase.json has for somebody's own machine, these are the published ones; the health check asks the same.
ENV FIREBREAK_PORT=8080 FIREBREAK_DATABASE_PORT=9000
# The second is that of the Realtime Database, served where the project has one.
EXPOSE 8080 9000
# The image has no HTTP client; the shell speaks enough of it.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=6 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$FIREBREAK_PORT && printf 'GET /firebreak/v1/health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200'* ]]"]
ENTRYPOINT ["firebreak"]
CMD ["emulator", "start", "--host", "0.0.0.0", "--data-dir", "/data"]
