/*
 * Stands in the HTML itself and runs before anything of the page is drawn: over a slow line the first file of code comes
 * half a second after the first button.
 */
import { keepEarlyUse } from './early-use.ts'

// The server draws every page as for a visitor, and without a query string. Until React knows more, the stylesheet hides
// what is not for this reader: the ways in (`WaysIn`), and on phones what stands above a conversation (`Owner`).
const { dataset } = document.documentElement
const search = new URLSearchParams(location.search)
try {
  if (localStorage.getItem('auth_token')) dataset.signedIn = ''
} catch {
  // A browser that keeps nothing: nobody is signed in.
}
if (search.get('tab') === 'messages' && (search.has('booking') || search.has('inquiry'))) dataset.reading = ''

keepEarlyUse()
