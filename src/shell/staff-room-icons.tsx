import {
  Activity,
  Banknote,
  CalendarDays,
  ChartNoAxesCombined,
  CircleUserRound,
  ClipboardList,
  Gift,
  Globe,
  Headset,
  Inbox,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  Send,
  Star,
  Sun,
  Swords,
  Trophy,
  Users,
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  '/today': Sun,
  '/owner': CalendarDays,
  '/owner?tab=messages': MessagesSquare,
  '/owner?tab=money': Banknote,
  '/owner?tab=contacts': Inbox,
  '/owner?tab=ratings': Star,
  '/owner?tab=stories': Trophy,
  '/owner?tab=coaches': Users,
  '/owner?tab=roles': KeyRound,
  '/owner?tab=audit': ScrollText,
  '/owner?tab=health': Activity,
  '/admin': MessagesSquare,
  '/admin-sms': ClipboardList,
  '/admin-booking': Gift,
  '/admin-deliveries': Send,
  '/owner/insights': ChartNoAxesCombined,
  '/coach-dashboard': Headset,
  '/sessions': Swords,
  '/account': CircleUserRound,
  '/': Globe,
  logout: LogOut,
}

/** The picture of a room, or of a way out, by where it leads. */
export function RoomIcon({ to }: { to: string }) {
  const Icon = icons[to] ?? Globe
  return <Icon aria-hidden className="size-5 shrink-0" />
}
