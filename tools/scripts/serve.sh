# Runs what `npm run build` has made: for `npm start` and for the image.
exec node --max-old-space-size=320 dist/server/main.js
