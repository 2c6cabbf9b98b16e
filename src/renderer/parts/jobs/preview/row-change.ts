/** What a job does to one of its rows, in few words. */
import type { JobRow } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { valueText } from '../job-sentences';

export interface RowChange {
  /** What the row is like now; null where that is nothing, isn’t known, or says no more than what it will be. */
  readonly before: string | null;
  readonly after: string;
  readonly tone: 'good' | 'bad' | 'neutral';
}

/** Actions whose rows all change in the same way. */
const fixed: Readonly<
  Partial<Record<JobAction['kind'], readonly [before: MessageKey | null, after: MessageKey, tone: RowChange['tone']]>>
> = {
  'users.delete': [null, 'jobs.preview.change.deleted', 'bad'],
  'teams.delete': [null, 'jobs.preview.change.deleted', 'bad'],
  'users.revokeSessions': [null, 'jobs.preview.change.signed-out', 'bad'],
  'users.addToTeam': [null, 'jobs.preview.change.member', 'good'],
  'users.rejoinTeam': [null, 'jobs.preview.change.member', 'good'],
  'teams.addMember': [null, 'jobs.preview.change.member', 'good'],
  'teams.removeMember': [null, 'jobs.preview.change.no-member', 'bad'],
  'users.removeFromTeam': [null, 'jobs.preview.change.no-member', 'bad'],
  'users.verifyEmail': ['jobs.preview.change.unverified', 'jobs.preview.change.verified', 'good'],
  'users.removePasskey': ['jobs.preview.change.passkey', 'jobs.preview.change.none', 'bad'],
  'users.removePassword': ['jobs.preview.change.password', 'jobs.preview.change.none', 'bad'],
  'users.removeTwoFactor': ['jobs.preview.change.two-factor', 'jobs.preview.change.none', 'bad'],
  'users.restrict': [null, 'jobs.preview.change.restricted', 'bad'],
  'users.liftRestriction': ['jobs.preview.change.restricted', 'jobs.preview.change.none', 'good'],
  'users.sendEmail': [null, 'jobs.preview.change.email', 'neutral'],
  'users.sendSignInInvitation': [null, 'jobs.preview.change.invitation', 'neutral'],
  'definitions.delete': [null, 'jobs.preview.change.deleted', 'bad'],
  'emails.pause': [null, 'jobs.preview.change.paused', 'neutral'],
  'emails.resume': [null, 'jobs.preview.change.resumed', 'good'],
  'emails.retry': [null, 'jobs.preview.change.email', 'good'],
  'emails.cancel': [null, 'jobs.preview.change.canceled', 'bad'],
  'invitations.send': [null, 'jobs.preview.change.invitation', 'neutral'],
};

/** Returns what a job does to a row. Values are personal. */
export function rowChange(messages: Translator, action: JobAction, { before }: Pick<JobRow, 'before'>): RowChange {
  const { t } = messages;
  const known = fixed[action.kind];
  if (known !== undefined) return { before: known[0] && t(known[0]), after: t(known[1]), tone: known[2] };
  switch (action.kind) {
    case 'users.grantInProject':
    case 'users.grantInTeam':
      return { before: null, after: `+ ${action.permissionId}`, tone: 'good' };
    case 'users.revokeInProject':
    case 'users.revokeInTeam':
      return { before: null, after: `− ${action.permissionId}`, tone: 'bad' };
    case 'users.setMetadata':
    case 'teams.setMetadata':
      return { before: foundText(messages, before), after: valueText(messages, action.value), tone: 'good' };
    case 'users.unsetMetadata':
    case 'teams.unsetMetadata':
      return { before: foundText(messages, before), after: t('jobs.preview.change.none'), tone: 'bad' };
    case 'users.setOneTimeCodes': {
      const [was, will] = action.isOn ? (['off', 'on'] as const) : (['on', 'off'] as const);
      return { before: t(`jobs.preview.change.${was}`), after: t(`jobs.preview.change.${will}`), tone: action.isOn ? 'good' : 'bad' };
    }
    case 'users.restoreMetadata':
    case 'teams.restoreMetadata':
    case 'users.restoreFields':
      return { before: null, after: t('jobs.preview.change.restored'), tone: 'good' };
    case 'users.import':
    case 'teams.import':
    case 'permissions.import':
      return { before: null, after: t(before === null ? 'jobs.preview.change.created' : 'jobs.preview.change.changed'), tone: 'good' };
    default:
      return { before: null, after: t('jobs.preview.change.revoked'), tone: 'bad' };
  }
}

/** Returns the value that a preview found at a metadata path; null for none. */
function foundText(messages: Translator, before: JsonValue): string | null {
  if (typeof before !== 'object' || before === null || Array.isArray(before)) return null;
  return before.value === undefined ? null : valueText(messages, before.value);
}
