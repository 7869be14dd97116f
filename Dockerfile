# Level Up in production. The database is outside: set DATABASE_URL, BASE_URL and the providers' keys (see .env.example).
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768 HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY migrations migrations
COPY scripts scripts
COPY src src
COPY --from=build /app/dist dist
# What V8 compiles is kept for one user of the system, so this one needs its own.
RUN rm -rf dist/compiled && mkdir dist/compiled && chown node dist/compiled
USER node
RUN NODE_COMPILE_CACHE=/app/dist/compiled node --eval "require('./dist/server/start.cjs')"
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does, but not through npm, which would stand between the process and its signals.
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=8", "--no-parallel-scavenge", "dist/server/main.cjs"]
