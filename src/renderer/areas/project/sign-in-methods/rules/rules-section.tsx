import { CornerDownRight, FlaskConical, ListChecks, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { type Configuration, useConfiguration } from '#data/configuration.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isPushed } from '#lib/rules/config-keys.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { RuleDialog } from './editor/rule-dialog';
import { RuleList } from './rule-list';
import { actionTexts, pushedReason } from './rule-texts';
import styles from './rules.module.css';
import { changeDefaultAction, type DefaultAction, defaultActionKey, type SignUpRule, signUpRules, useRuleStats } from './sign-up-rules';
import { TestDialog } from './test-dialog';

interface DefaultActionRowProps {
  connection: Connection;
  config: Configuration;
  action: DefaultAction;
  disabledReason: string | undefined;
}

/** What happens to a sign-up that no rule decides. */
function DefaultActionRow({ connection, config, action, disabledReason }: DefaultActionRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const show = useToasts((state) => state.show);
  const { run, pending } = useAction((next: DefaultAction) => changeDefaultAction(connection.id, config, next), {
    onDone: () => show({ tone: 'good', title: 'sign-up-rules.default.saved' }),
    onFailure: useFailureToast(),
  });
  const reason = disabledReason ?? (isPushed(config, defaultActionKey) ? pushedReason(messages, config.source) : undefined);
  const shown = pending?.[0] ?? action;
  return (
    <SettingRow icon={CornerDownRight} name={t('sign-up-rules.default')} state={reason ?? t(`sign-up-rules.default.${shown}`)}>
      <Select
        aria-label={t('sign-up-rules.default')}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : `${id}-reason`}
        value={shown}
        onChange={({ target }) => reason === undefined && void run(target.value as DefaultAction)}
      >
        {(['allow', 'reject'] as const).map((value) => (
          <option key={value} value={value}>
            {t(actionTexts[value].name)}
          </option>
        ))}
      </Select>
      {reason !== undefined && <VisuallyHidden id={`${id}-reason`}>{reason}</VisuallyHidden>}
    </SettingRow>
  );
}

interface RulesSectionProps {
  connection: Connection;
  disabledReason: string | undefined;
}

/** Whether a connection's service has sign-up rules, whose keys are in the levels of the configuration. */
export function hasSignUpRules({ features }: Connection): boolean {
  return features?.['sign-up-rules'] === true && features['config-levels'] === true;
}

/** The rules that decide about sign-ups. What is changed here is saved at once. */
export function RulesSection({ connection, disabledReason }: RulesSectionProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useConfiguration(connection.id, true);
  const stats = useRuleStats(connection.id, true);
  const [open, setOpen] = useState<'new' | 'test' | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const isLoadedReason = data === undefined ? t('ui.loading') : undefined;
  const retry = { onRetry: () => void refetch(), busy: isFetching };
  const close = () => setOpen(null);
  const buttons = (
    <div className={styles.buttons}>
      {connection.features?.['sign-up-rules-test'] === true && (
        <Button icon={FlaskConical} disabledReason={isLoadedReason} onClick={() => setOpen('test')}>
          {t('sign-up-rules.test')}
        </Button>
      )}
      <Button icon={Plus} disabledReason={disabledReason ?? isLoadedReason} onClick={() => setOpen('new')}>
        {t('sign-up-rules.add')}
      </Button>
    </div>
  );
  return (
    <PageSection title={t('sign-up-rules.title')} text={t('sign-up-rules.text')} action={buttons}>
      {data === undefined && error === null && <LoadingRules />}
      {data === undefined && error !== null && (
        <Card>
          <ErrorState report={reportOf(error)} {...retry} />
        </Card>
      )}
      {data !== undefined && (
        <LoadedRules connection={connection} config={data} stats={stats} disabledReason={disabledReason} saved={saved} onSaved={setSaved} />
      )}
      {data !== undefined && error !== null && <OutdatedMessage report={reportOf(error)} {...retry} />}
      {open === 'new' && data !== undefined && <RuleDialog connection={connection} onClose={close} onSaved={setSaved} />}
      {open === 'test' && data !== undefined && <TestDialog connection={connection} rules={signUpRules(data).rules} onClose={close} />}
    </PageSection>
  );
}

interface LoadedRulesProps extends RulesSectionProps {
  config: Configuration;
  stats: ReturnType<typeof useRuleStats>;
  /** The rule that was saved last, which gets the focus. */
  saved: string | null;
  onSaved: (id: string | null) => void;
}

/** A rule in the editor: one to change, or one to start a new one with. */
interface Edited {
  readonly rule: SignUpRule;
  readonly isCopy: boolean;
}

function LoadedRules({ connection, config, stats, disabledReason, saved, onSaved }: LoadedRulesProps) {
  const { t } = useMessages();
  const { rules, defaultAction } = signUpRules(config);
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <>
      <Card>
        {rules.length === 0 && (
          <div className={styles.none}>
            <EmptyState icon={ListChecks} title={t('sign-up-rules.none')} text={t('sign-up-rules.none.text')} />
          </div>
        )}
        <RuleList
          connection={connection}
          config={config}
          rules={rules}
          stats={stats.data}
          hasNoStats={stats.isError}
          disabledReason={disabledReason}
          saved={saved}
          onShown={() => onSaved(null)}
          onEdit={(rule) => setEdited({ rule, isCopy: false })}
          onCopy={(rule) => setEdited({ rule, isCopy: true })}
        />
        <DefaultActionRow connection={connection} config={config} action={defaultAction} disabledReason={disabledReason} />
      </Card>
      {edited !== null && <RuleDialog connection={connection} {...edited} onClose={() => setEdited(null)} onSaved={onSaved} />}
    </>
  );
}

/** Rows in the shape of rules. */
function LoadingRules() {
  return (
    <Card>
      <LoadingStatus />
      {['58%', '44%', '66%'].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={16} height={16} />
          <span className={styles.loading}>
            <Skeleton width={180} />
            <Skeleton width={width} />
            <Skeleton width={120} height={10} />
          </span>
          <Skeleton width={96} height={24} />
        </div>
      ))}
    </Card>
  );
}
