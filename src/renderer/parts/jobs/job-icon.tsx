import {
  Braces,
  Building2,
  FileInput,
  KeyRound,
  LogOut,
  MailPlus,
  RotateCcw,
  Send,
  ShieldCheck,
  Trash2,
  UserCog,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { Icon } from '#ui/data/icon.tsx';

const icons = {
  'users.delete': Trash2,
  'users.revokeSessions': LogOut,
  'users.addToTeam': UserPlus,
  'users.removeFromTeam': UserMinus,
  'users.grantInProject': ShieldCheck,
  'users.revokeInProject': ShieldCheck,
  'users.grantInTeam': ShieldCheck,
  'users.revokeInTeam': ShieldCheck,
  'users.setMetadata': Braces,
  'users.unsetMetadata': Braces,
  'users.verifyEmail': UserCog,
  'users.setOneTimeCodes': UserCog,
  'users.removePasskey': UserCog,
  'users.removePassword': UserCog,
  'users.removeTwoFactor': UserCog,
  'users.restrict': UserCog,
  'users.liftRestriction': UserCog,
  'users.sendEmail': Send,
  'users.sendSignInInvitation': Send,
  'users.restoreMetadata': RotateCcw,
  'users.rejoinTeam': UserPlus,
  'users.restoreFields': RotateCcw,
  'teams.delete': Trash2,
  'teams.addMember': Building2,
  'teams.removeMember': UserMinus,
  'teams.setMetadata': Braces,
  'teams.unsetMetadata': Braces,
  'teams.restoreMetadata': RotateCcw,
  'apiKeys.revokeOfUsers': KeyRound,
  'apiKeys.revokeOfTeams': KeyRound,
  'apiKeys.revokeSets': KeyRound,
  'sessions.revoke': LogOut,
  'invitations.revoke': MailPlus,
  'invitations.send': MailPlus,
  'users.import': FileInput,
  'teams.import': FileInput,
  'permissions.import': FileInput,
} as const satisfies Readonly<Record<JobAction['kind'], typeof Trash2>>;

/** The picture of what a job does. Decorative. */
export function JobIcon({ action: { kind } }: { action: Pick<JobAction, 'kind'> }) {
  return <Icon of={icons[kind]} size={16} />;
}
