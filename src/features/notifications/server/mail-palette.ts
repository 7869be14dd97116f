/** The colours of our mails: light ones where a client knows no dark, and dark ones that `darkRules` puts in their place. */
export const palette = {
  ink: '#0c0f15',
  signal: '#c8f135',
  light: { page: '#eef1f5', card: '#ffffff', text: '#1b222e', faint: '#525d70', line: '#d9dee6' },
  dark: { page: '#0c0f15', card: '#161c27', text: '#eef1f6', faint: '#a9b1c3', line: '#333c4e' },
}

const { dark } = palette

/** Only colours: what stands inline gives way to `!important`. */
export const darkRules = `.page { background: ${dark.page} !important; }
.card { background: ${dark.card} !important; color: ${dark.text} !important; }
.foot { background: ${dark.page} !important; }
.ink { color: ${dark.text} !important; }
.faint { color: ${dark.faint} !important; }
.line { border-color: ${dark.line} !important; }`
