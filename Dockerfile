# docker build -t detect_off_topic .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/data" detect_off_topic -i warc=crawl.warc.gz -ot html -o report.html
# What it makes is the same on each platform, so none has to be emulated.
FROM --platform=$BUILDPLATFORM node:22.22.2-alpine3.23 AS build
WORKDIR /src
# Packages are installed anew only if one of these files has changed.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp

FROM node:22.22.2-alpine3.23
RUN --mount=type=bind,from=build,source=/tmp,target=/packed \
  npm install --global --offline /packed/detect-off-topic-*.tgz
USER node
WORKDIR /data
ENTRYPOINT ["detect_off_topic"]
CMD ["--help"]
