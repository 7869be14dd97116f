import type { DatabaseSync } from 'node:sqlite'
import { escapeHtml } from './dev-page.ts'

/** A form that answers our SMS as somebody's phone would; `from` is the number that is filled in. */
export function replyForm(db: DatabaseSync, from: string): string {
  const texted = db
    .prepare(`select recipient from outbox where channel = 'sms' group by recipient order by max(id) desc limit 20`)
    .all()
    .map(({ recipient }) => String(recipient))
  return `<form id="reply" method="post" action="/dev/sandbox/sms">
      <fieldset><legend>Reply to an SMS</legend>
      <div class="switch">
        <label for="from">From</label>
        <span class="fields"><input id="from" name="from" type="tel" required pattern="\\+[1-9][0-9]{6,14}" list="texted" value="${escapeHtml(from)}" aria-describedby="from-hint"></span>
        <p class="hint" id="from-hint">A number with + and its country, such as one that got an SMS.</p>
      </div>
      <div class="switch">
        <label for="text">Text</label>
        <span class="fields"><input id="text" name="text" required value="STOP" aria-describedby="text-hint"></span>
        <p class="hint" id="text-hint">STOP, START, HELP or anything else. What comes back is in the outbox.</p>
      </div>
      </fieldset>
      <datalist id="texted">${texted.map((number) => `<option value="${escapeHtml(number)}">`).join('')}</datalist>
      <p class="buttons"><button>Send the reply</button></p>
    </form>`
}
