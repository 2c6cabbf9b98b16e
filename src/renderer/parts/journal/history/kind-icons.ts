import {
  AtSign,
  Braces,
  CircleUserRound,
  Fingerprint,
  Globe,
  Key,
  KeyRound,
  LogIn,
  type LucideIcon,
  Mail,
  MailPlus,
  MonitorSmartphone,
  NotebookPen,
  Palette,
  Pencil,
  Plug,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  User,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react';
import type { SubjectKind } from '#contract/journal/journal-rule.ts';

/** Of each kind of target that is told apart by a picture; the others are changes like any. */
const icons: Readonly<Partial<Record<SubjectKind, LucideIcon>>> = {
  account: CircleUserRound,
  user: User,
  team: UsersRound,
  member: UserRoundPlus,
  invitation: MailPlus,
  session: MonitorSmartphone,
  'contact-channel': AtSign,
  'connected-account': Plug,
  passkey: Fingerprint,
  permission: ShieldCheck,
  'permission-definition': ShieldCheck,
  project: SlidersHorizontal,
  configuration: Braces,
  'sign-in-provider': LogIn,
  'sign-up-rule': LogIn,
  domain: Globe,
  'email-server': Send,
  template: Mail,
  theme: Palette,
  draft: NotebookPen,
  email: Send,
  'project-key': Key,
  'api-key': KeyRound,
};

/** Returns the picture of a kind of target. */
export function kindIcon(kind: string): LucideIcon {
  return icons[kind as SubjectKind] ?? Pencil;
}
