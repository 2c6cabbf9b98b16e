import { type ReactNode, useState } from 'react';
import { isTyped } from '../../../../contract/text/visible-text';
import { RiskCallout } from '../../../blocks/removal/risk-callout';
import { shownNameToType } from '../../../lib/privacy/text-to-type';
import type { PermissionGraph } from '../../../lib/rules/permission-graph';
import { losesLastAdmin, withContents } from '../../../lib/rules/removal/last-admin';
import { useMessages } from '../../../lib/use-messages';
import type { GrantPlace } from '../../../queries/permissions/send-grant';
import { useTeamGrants } from '../../../queries/permissions/team-grants';
import { TypedConfirmation } from '../../../ui/overlays/typed-confirmation';

interface LastAdminOptions {
  readonly place: GrantPlace;
  /** The team's name. */
  readonly label: string;
  /** Null where it isn't known what contains what. */
  readonly graph: PermissionGraph | null;
  /** What the user is granted after saving. */
  readonly ids: readonly string[];
  readonly isDirty: boolean;
}

/** Returns the question before a draft that leaves a team without a member who can manage it, and why it can't be saved until then. */
export function useLastAdmin({ place, label, graph, ids, isDirty }: LastAdminOptions): { question: ReactNode; reason: string | undefined } {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const { connectionId, teamId, userId } = place;
  const all = useTeamGrants({ connectionId, teamId: teamId ?? '' }, 'all', teamId !== null && graph !== null && isDirty);
  if (teamId === null || graph === null || !isDirty || all.data === undefined) return { question: null, reason: undefined };
  const after = new Map([...all.data, ...withContents(new Map([[userId, new Set(ids)]]), graph)]);
  if (!losesLastAdmin(all.data, after)) return { question: null, reason: undefined };
  const text = shownNameToType(label, teamId);
  const question = (
    <>
      <RiskCallout texts={[t('removal.risk.last-admin')]} />
      <TypedConfirmation expected={text} value={typed} onValueChange={setTyped} />
    </>
  );
  return { question, reason: isTyped(typed, text) ? undefined : t('ui.type-to-confirm', { text }) };
}
