import { ArrowDown, ArrowUp, Copy, MoreHorizontal, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { RuleTriggers } from '#contract/service/sign-up-rules.ts';
import type { Configuration } from '#data/configuration.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Sparkline } from '#ui/chart/sparkline.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';
import { shownCondition } from './condition/condition-words';
import { faultText } from './condition/fault-text';
import { actionName, actionTexts, isKnownAction, pushedReason, ruleName } from './rule-texts';
import styles from './rules.module.css';
import { canChange, changeRules, type SignUpRule } from './sign-up-rules';

interface RuleRowProps {
  rule: SignUpRule;
  /** From 1. */
  position: number;
  connection: Connection;
  config: Configuration;
  triggers: RuleTriggers | undefined;
  stats: 'loading' | 'failed' | 'read';
  disabledReason: string | undefined;
  moveReasons: { readonly up: string | undefined; readonly down: string | undefined };
  isMoving: boolean;
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
  onCopy: () => void;
  onDelete: () => void;
}

/** A rule: its position, what it does and when, and how often it matched. Alt with an arrow key moves it. */
export function RuleRow(props: RuleRowProps) {
  const { rule, position, config, triggers, stats, moveReasons, isMoving, onMove } = props;
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const name = ruleName(rule);
  const isFromFile = rule.level === 'branch';
  const move = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[pressedKey(event)] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    if (!isMoving && moveReasons[by === 1 ? 'down' : 'up'] === undefined) onMove(by);
  };
  return (
    <li data-rule={rule.id} tabIndex={-1} aria-labelledby={`${id}-name`} className={styles.row} onKeyDown={move}>
      <span className={styles.position}>{position}</span>
      <div className={styles.body}>
        <div className={styles.name}>
          <bdi id={`${id}-name`}>{name}</bdi>
          <Badge tone={isKnownAction(rule.action.type) ? actionTexts[rule.action.type].tone : 'neutral'}>
            {actionName(messages, rule.action.type)}
          </Badge>
          {isFromFile && <Badge>{t(config.source.type === 'unlinked' ? 'sign-up-rules.branch' : 'sign-up-rules.file')}</Badge>}
        </div>
        <RuleCondition condition={rule.condition} />
        <RuleCounts triggers={triggers} stats={stats} />
      </div>
      <RuleTools {...props} name={name} />
    </li>
  );
}

function RuleTools(props: RuleRowProps & { name: string }) {
  const { rule, name, connection, config, disabledReason, moveReasons, isMoving, onMove } = props;
  const messages = useMessages();
  const { t } = messages;
  const show = useToasts((state) => state.show);
  const { run, pending } = useAction(
    (value: boolean) => changeRules(connection.id, config, [{ id: rule.id, field: 'enabled', value }]).then(() => value),
    {
      onDone: (isOn) =>
        show({ tone: 'good', title: ({ t }) => t(isOn ? 'sign-up-rules.turned-on' : 'sign-up-rules.turned-off', { name }) }),
      onFailure: useFailureToast(),
    },
  );
  const reason = disabledReason ?? (canChange(config, rule.id, 'enabled') ? undefined : pushedReason(messages, config.source));
  return (
    <div className={styles.tools}>
      <ReasonedSwitch
        label={t('sign-up-rules.enabled', { name })}
        checked={pending?.[0] ?? rule.enabled}
        busy={pending !== null}
        disabledReason={reason}
        onChange={(isOn) => void run(isOn)}
      />
      {([-1, 1] as const).map((by) => (
        <IconButton
          key={by}
          size="sm"
          data-move={by}
          label={t(by === 1 ? 'sign-up-rules.move.down' : 'sign-up-rules.move.up', { name })}
          icon={by === 1 ? ArrowDown : ArrowUp}
          aria-busy={isMoving || undefined}
          disabledReason={by === 1 ? moveReasons.down : moveReasons.up}
          onClick={() => isMoving || onMove(by)}
        />
      ))}
      <RuleMenu {...props} />
    </div>
  );
}

function RuleMenu({ rule, name, config, disabledReason, onEdit, onCopy, onDelete }: RuleRowProps & { name: string }) {
  const messages = useMessages();
  const { t } = messages;
  const isFixed = config.source.type !== 'unlinked' && rule.level === 'branch';
  const reason = disabledReason ?? (isFixed ? pushedReason(messages, config.source) : undefined);
  const editReason = reason ?? (isKnownAction(rule.action.type) ? undefined : t('sign-up-rules.action.unknown'));
  return (
    <Menu trigger={<IconButton size="sm" label={t('sign-up-rules.actions', { name })} icon={MoreHorizontal} />} align="end">
      <MenuItem icon={Pencil} disabledReason={editReason} onSelect={onEdit}>
        {t('sign-up-rules.edit')}
      </MenuItem>
      <MenuItem icon={Copy} disabledReason={disabledReason} onSelect={onCopy}>
        {t('sign-up-rules.duplicate')}
      </MenuItem>
      <MenuItem icon={Trash2} danger disabledReason={reason} onSelect={onDelete}>
        {t('sign-up-rules.delete')}
      </MenuItem>
    </Menu>
  );
}

/** When a rule applies, or why it never does. */
function RuleCondition({ condition }: { condition: string | undefined }) {
  const messages = useMessages();
  const { t } = messages;
  const shown = shownCondition(messages, condition);
  if (shown.kind === 'words') return <p className={styles.condition}>{shown.text}</p>;
  const problem = shown.kind === 'none' ? t('sign-up-rules.no-condition') : shown.fault && faultText(messages, shown.text, shown.fault);
  return (
    <>
      {shown.kind === 'source' && (
        <p className={styles.condition}>
          <code dir="ltr">{shown.text}</code>
        </p>
      )}
      {problem !== null && (
        <p className={styles.problem}>
          <Icon of={TriangleAlert} size={13} />
          {problem}
        </p>
      )}
    </>
  );
}

/** How often a rule matched. */
function RuleCounts({ triggers, stats }: Pick<RuleRowProps, 'triggers' | 'stats'>) {
  const { t } = useMessages();
  if (stats === 'loading') return <Skeleton width={140} height={14} />;
  if (stats === 'failed') return <p className={styles.counts}>{t('sign-up-rules.counts.failed')}</p>;
  const recent = triggers?.total_count ?? 0;
  const all = triggers?.all_time_count ?? recent;
  return (
    <p className={styles.counts}>
      {recent > 0 && <Sparkline values={triggers?.hourly_counts.map(({ count }) => count) ?? []} />}
      {t(all === 0 ? 'sign-up-rules.counts.none' : 'sign-up-rules.counts', { recent, all })}
    </p>
  );
}
