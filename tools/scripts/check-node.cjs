// Runs on any Node: the pinned one is found only through npm, and an old one cannot even read our TypeScript.
const major = Number(process.versions.node.split('.')[0])
if (major < 26) {
  console.error(
    `Level Up needs Node 26, this is ${process.version}. Run "npm ci" and start through npm ("npm start"): it brings the right one along.`,
  )
  process.exit(1)
}
