import { useId, useState } from 'react';
import { isTyped } from '#contract/text/visible-text.ts';
import type { StepResult } from '#data/repeatable-writes.ts';
import { useScope } from '#data/use-scope.ts';
import { wholeErrorText } from '#lib/errors/error-text.ts';
import { useUserName } from '#lib/rules/names.ts';
import { type GrantChange, isSamePlace } from '#lib/rules/team-rights.ts';
import type { Action } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { TypedConfirmation } from '#ui/overlays/typed-confirmation.tsx';
import styles from './matrix.module.css';
import type { GrantDraftState, GrantResults } from './use-grant-draft';

interface ReviewGrantsDialogProps {
  draft: GrantDraftState;
  saving: Action<[]>;
  results: GrantResults;
  disabledReason: string | undefined;
  /** The team's name, which is typed first if no member could manage the team afterwards. */
  textToType: string | undefined;
  /** Continues from what was changed elsewhere. */
  onAccept: () => void;
  onClose: () => void;
}

const width = 560;

/** What saving grants and revokes, and what became of each change; or what was changed elsewhere and has to be looked at first. */
export function ReviewGrantsDialog(props: ReviewGrantsDialogProps) {
  const { draft, saving, results, disabledReason, textToType, onAccept, onClose } = props;
  const { t } = useMessages();
  const { environment } = useScope();
  const { changes, theirs } = draft;
  const [typed, setTyped] = useState('');
  const isNamed = textToType === undefined || isTyped(typed, textToType);
  if (theirs.length > 0 && !saving.isPending)
    return (
      <ActionDialog
        title={t('draft.conflict.title', { label: t('admin-team.tab.permissions') })}
        description={t('draft.conflict.separate')}
        environment={environment}
        width={width}
        actionLabel={t('draft.conflict.both')}
        busy={false}
        cancelLabel={t('form.leave.stay')}
        action={onAccept}
        onClose={onClose}
      >
        <GrantChanges title={t('draft.conflict.their-changes')} changes={theirs} draft={draft} />
        <GrantChanges title={t('draft.conflict.your-changes')} changes={changes} draft={draft} />
      </ActionDialog>
    );
  const shown = [...results.keys(), ...changes.filter((change) => ![...results.keys()].some((one) => isSamePlace(one, change)))];
  const of = (kind: GrantChange['kind']) => shown.filter((change) => change.kind === kind);
  return (
    <ActionDialog
      title={t('matrix.review.title', { count: changes.length })}
      description={t('matrix.review.text')}
      environment={environment}
      width={width}
      actionLabel={t(results.size > 0 && !saving.isPending ? 'matrix.retry' : 'draft.save')}
      busy={saving.isPending}
      busyReason={t('form.saving')}
      disabledReason={
        disabledReason ??
        (isNamed ? undefined : t('ui.type-to-confirm', { text: textToType })) ??
        (changes.length === 0 && !saving.isPending ? t('form.nothing') : undefined)
      }
      action={() => void saving.run()}
      onClose={onClose}
    >
      <GrantChanges title={t('matrix.grants')} changes={of('grant')} draft={draft} results={results} />
      <GrantChanges title={t('matrix.revocations')} changes={of('revoke')} draft={draft} results={results} />
      {textToType !== undefined && (
        <div className={styles.section}>
          <RiskCallout texts={[t('removal.risk.last-admin')]} />
          <TypedConfirmation expected={textToType} value={typed} onValueChange={setTyped} />
        </div>
      )}
      <ErrorCallout report={saving.failure} className={styles.failure} />
    </ActionDialog>
  );
}

interface GrantChangesProps {
  title: string;
  changes: readonly GrantChange[];
  draft: GrantDraftState;
  results?: GrantResults;
}

function GrantChanges({ title, changes, draft, results }: GrantChangesProps) {
  const id = useId();
  if (changes.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 id={id} className={styles.listTitle}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ul className={styles.list} tabIndex={0} aria-labelledby={id} aria-live={results && 'polite'}>
        {changes.map((change) => (
          <Change key={`${change.userId} ${change.permissionId}`} change={change} draft={draft} result={results?.get(change)} />
        ))}
      </ul>
    </section>
  );
}

const tones: Readonly<Record<StepResult['state'], Tone>> = {
  waiting: 'neutral',
  running: 'neutral',
  done: 'good',
  failed: 'bad',
  unknown: 'warn',
  skipped: 'neutral',
};

function Change({ change, draft, result }: { change: GrantChange; draft: GrantDraftState; result: StepResult | undefined }) {
  const messages = useMessages();
  const { t } = messages;
  const nameOf = useUserName();
  const { kind, userId, permissionId } = change;
  const member = draft.members.get(userId);
  return (
    <li className={styles.change}>
      <Avatar id={userId} name={member?.display_name} email={member?.primary_email} imageUrl={member?.profile_image_url} />
      <div className={styles.changeWords}>
        <bdi>{member === undefined ? userId : nameOf(member)}</bdi>
        <div className={styles.grantId} data-kind={kind}>
          {kind === 'grant' ? '+' : '−'} {permissionId}
        </div>
        {result !== undefined && 'report' in result && <p className={styles.reason}>{wholeErrorText(messages, result.report)}</p>}
      </div>
      {result !== undefined && <Badge tone={tones[result.state]}>{t(`matrix.result.${result.state}`)}</Badge>}
    </li>
  );
}
