import { type Meeting, whereToMeet } from '#src/features/bookings/meeting.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'
import { CopyButton } from '#src/ui/controls/copy-button.tsx'

/** Where a session's player finds the coach, with what it takes to go there. */
export function MeetingPlace({ session }: { session: Meeting }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 [overflow-wrap:anywhere]">{whereToMeet(session).short}</span>
      {session.coachDiscord && <DiscordButtons name={session.coachDiscord} />}
    </div>
  )
}

/** Copies a name on Discord, and leads there. */
export function DiscordButtons({ name }: { name: string }) {
  return (
    <span className="flex flex-wrap gap-2">
      <CopyButton text={name} done="Name copied" label={`Copy name ${name}`}>
        Copy name
      </CopyButton>
      <ButtonAnchor
        href="https://discord.com/channels/@me"
        target="_blank"
        rel="noreferrer"
        variant="secondary"
        size="sm"
      >
        Open Discord
      </ButtonAnchor>
    </span>
  )
}
