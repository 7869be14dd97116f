import { type Availability, buffers, greatestMost } from '#src/features/schedule/contract.ts'
import { Field, Select } from '#src/ui/controls/field.tsx'
import { showBuffer, showMost, showNotice } from './hours-text.ts'

/** What one can choose; an hour of today is never offered. */
const notices = [0, 12, 24, 36, 48, 72]

type RulesEditorProps = {
  rules: Pick<Availability, 'bufferMinutes' | 'noticeHours' | 'mostADay'>
  onChange(rules: RulesEditorProps['rules']): void
}

/** What a coach asks of bookings beside hours: a pause between sessions, notice, and how many a day. */
export function RulesEditor({ rules, onChange }: RulesEditorProps) {
  const { bufferMinutes = 0, noticeHours = 0, mostADay = null } = rules
  const listed = notices.includes(noticeHours) ? notices : [...notices, noticeHours]
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <Field label="Pause between sessions">
        <Select value={bufferMinutes} onChange={({ target }) => onChange({ bufferMinutes: Number(target.value) })}>
          {buffers.map((minutes) => (
            <option key={minutes} value={minutes}>
              {showBuffer(minutes)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Notice before a booking" hint="Players never book the same day.">
        <Select value={noticeHours} onChange={({ target }) => onChange({ noticeHours: Number(target.value) })}>
          {listed.map((hours) => (
            <option key={hours} value={hours}>
              {showNotice(hours)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Most sessions a day" hint="A group counts once.">
        <Select
          value={mostADay ?? ''}
          onChange={({ target }) => onChange({ mostADay: target.value ? Number(target.value) : null })}
        >
          {[null, ...Array.from({ length: greatestMost }, (_, i) => i + 1)].map((most) => (
            <option key={most} value={most ?? ''}>
              {showMost(most)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
