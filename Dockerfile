# docker build -t detect_off_topic .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/data" detect_off_topic -i warc=crawl.warc.gz -ot html -o report.html
# What it makes is the same on each platform, so none has to be emulated.
FROM --platform=$BUILDPLATFORM node:22-alpine AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp

FROM node:22-alpine
COPY --from=build /tmp/detect-off-topic-*.tgz /tmp/
RUN npm install --global --offline /tmp/detect-off-topic-*.tgz && rm /tmp/detect-off-topic-*.tgz
USER node
WORKDIR /data
ENTRYPOINT ["detect_off_topic"]
CMD ["--help"]
