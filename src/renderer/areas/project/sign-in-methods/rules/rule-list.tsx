import { useEffect, useRef, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { RuleTriggers } from '#contract/service/sign-up-rules.ts';
import type { Configuration } from '#data/configuration.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { RuleRow } from './rule-row';
import { pushedReason, ruleName } from './rule-texts';
import styles from './rules.module.css';
import { byOrder, canChange, changeRules, deleteRule, type SignUpRule } from './sign-up-rules';

/** Moves sign-up rules by changing as few priorities as possible. */
type Ranked = Pick<SignUpRule, 'id' | 'priority'>;

/** New priorities by ID. */
type Priorities = Readonly<Record<string, number>>;

/**
 * Returns the priorities that move a rule by one place. Null if it is at the end, or if a priority that can’t be changed is in the way. `rules`
 * are in their order.
 */
export function prioritiesToMove(rules: readonly Ranked[], id: string, by: 1 | -1, canChange: (id: string) => boolean): Priorities | null {
  const from = rules.findIndex((rule) => rule.id === id);
  const [rule, other] = [rules[from], rules[from + by]];
  if (rule === undefined || other === undefined) return null;
  const order = rules.map((each, at) => (at === from ? other : at === from + by ? rule : each));
  // Moving the rule beside it the other way has the same result.
  const ways = [from + by, from]
    .flatMap((at) => [raised(order, at), lowered(order, at)])
    .filter((way) => Object.keys(way).every(canChange));
  return ways.sort((one, another) => Object.keys(one).length - Object.keys(another).length)[0] ?? null;
}

/** Gives a rule a priority above the one that follows, and raises those before it as far as they have to be. */
function raised(order: readonly Ranked[], at: number): Priorities {
  const reversed = [...order].reverse();
  const above = (rule: Ranked, after: Ranked) => after.priority + (rule.id < after.id ? 0 : 1);
  return changed(reversed.slice(order.length - 1 - at), reversed[order.length - 2 - at], above, (rule, after) => byOrder(rule, after) < 0);
}

/** Gives a rule a priority below the one before, and lowers those that follow it as far as they have to be. */
function lowered(order: readonly Ranked[], at: number): Priorities {
  const below = (rule: Ranked, before: Ranked) => before.priority - (before.id < rule.id ? 0 : 1);
  return changed(order.slice(at), order[at - 1], below, (rule, before) => byOrder(before, rule) < 0);
}

/** Changes the first rule of a list to be beside `neighbor`, and the next ones until one keeps its place. */
function changed(
  list: readonly Ranked[],
  neighbor: Ranked | undefined,
  beside: (rule: Ranked, neighbor: Ranked) => number,
  keepsPlace: (rule: Ranked, neighbor: Ranked) => boolean,
): Priorities {
  const priorities: Record<string, number> = {};
  let last = neighbor;
  for (const [at, rule] of list.entries()) {
    if (at > 0 && last !== undefined && keepsPlace(rule, last)) break;
    const priority = last === undefined ? rule.priority : beside(rule, last);
    if (priority !== rule.priority) priorities[rule.id] = priority;
    last = { id: rule.id, priority };
  }
  return priorities;
}

interface RuleListProps {
  connection: Connection;
  config: Configuration;
  /** In their order. */
  rules: readonly SignUpRule[];
  /** Undefined until they were read. Those of deleted rules are left out. */
  stats: { readonly rule_triggers: readonly RuleTriggers[] } | undefined;
  hasNoStats: boolean;
  disabledReason: string | undefined;
  /** The rule that was saved last. */
  saved: string | null;
  /** Called once the saved rule has the focus. */
  onShown: () => void;
  onEdit: (rule: SignUpRule) => void;
  onCopy: (rule: SignUpRule) => void;
}

/** The rules in the order in which they are applied. */
export function RuleList(props: RuleListProps) {
  const { connection, config, rules, stats, hasNoStats, disabledReason, onEdit, onCopy } = props;
  const messages = useMessages();
  const { t } = messages;
  const list = useRef<HTMLOListElement>(null);
  const mover = useMove(props, list);
  const [deleted, setDeleted] = useState<SignUpRule | null>(null);
  useFocusSaved(props, list);
  if (rules.length === 0) return null;
  const triggersOf = (id: string) => stats?.rule_triggers.find(({ rule_id }) => rule_id === id);
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={t('sign-up-rules.list')}>
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            position={at + 1}
            connection={connection}
            config={config}
            triggers={triggersOf(rule.id)}
            stats={hasNoStats ? 'failed' : stats === undefined ? 'loading' : 'read'}
            disabledReason={disabledReason}
            moveReasons={{ up: mover.reasonOf(rule, -1), down: mover.reasonOf(rule, 1) }}
            isMoving={mover.isPending}
            onMove={(by) => mover.move(rule, by)}
            onEdit={() => onEdit(rule)}
            onCopy={() => onCopy(rule)}
            onDelete={() => setDeleted(rule)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{mover.announcement}</VisuallyHidden>
      {deleted !== null && <DeleteDialog connection={connection} config={config} rule={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

type Direction = 1 | -1;

/** Moves rules, says why one can’t be moved, and keeps the focus on the button of the moved one. */
function useMove(props: RuleListProps, list: { readonly current: HTMLElement | null }) {
  const { connection, config, rules, disabledReason } = props;
  const messages = useMessages();
  const { t } = messages;
  const [moved, setMoved] = useState<{ readonly id: string; readonly by: Direction } | null>(null);
  const { run, isPending } = useAction(
    async (rule: SignUpRule, by: Direction) => {
      const priorities = prioritiesToMove(rules, rule.id, by, (id) => canChange(config, id, 'priority')) ?? {};
      const changes = Object.entries(priorities).map(([id, value]) => ({ id, field: 'priority' as const, value }));
      await changeRules(connection.id, config, changes);
      return { id: rule.id, by };
    },
    { onDone: setMoved, onFailure: useFailureToast() },
  );
  const order = rules.map(({ id }) => id).join(' ');
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef({ rules, t });
  latest.current = { rules, t };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new order arrives after the move was saved
  useEffect(() => {
    const at = latest.current.rules.findIndex(({ id }) => id === moved?.id);
    const rule = latest.current.rules[at];
    if (moved === null || rule === undefined) return;
    const position = { name: ruleName(rule), position: at + 1, count: latest.current.rules.length };
    setAnnouncement(latest.current.t('sign-up-rules.moved', position));
    const row = list.current?.querySelector(`[data-rule="${CSS.escape(rule.id)}"]`);
    row?.querySelector<HTMLElement>(`[data-move="${moved.by}"]`)?.focus();
  }, [order, moved]);
  const reasonOf = (rule: SignUpRule, by: Direction): string | undefined => {
    if (disabledReason !== undefined) return disabledReason;
    const at = rules.indexOf(rule) + by;
    if (at < 0) return t('sign-up-rules.move.first');
    if (at >= rules.length) return t('sign-up-rules.move.last');
    const canMove = prioritiesToMove(rules, rule.id, by, (id) => canChange(config, id, 'priority')) !== null;
    return canMove ? undefined : pushedReason(messages, config.source);
  };
  return { move: (rule: SignUpRule, by: Direction) => void run(rule, by), isPending, announcement, reasonOf };
}

/** Gives the focus to the rule that was saved, once the list has it, unless the user went on in the meantime. */
function useFocusSaved({ saved, rules, onShown }: RuleListProps, list: { readonly current: HTMLElement | null }): void {
  const isListed = rules.some(({ id }) => id === saved);
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => {
    if (saved === null || !isListed) return;
    const isElsewhere = document.activeElement?.matches('input, select, textarea, [role="dialog"] *') === true;
    if (!isElsewhere) list.current?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(saved)}"]`)?.focus();
    shown.current();
  }, [saved, isListed, list]);
}

interface DeleteDialogProps {
  connection: Connection;
  config: Configuration;
  rule: SignUpRule;
  onClose: () => void;
}

function DeleteDialog({ connection, config, rule, onClose }: DeleteDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const canReset = connection.features?.['reset-config-keys'] === true;
  const name = ruleName(rule);
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onClose}
      title={t('sign-up-rules.delete.title', { name })}
      consequence={t('sign-up-rules.delete.consequence')}
      confirmLabel={t('sign-up-rules.delete.confirm')}
      environment={connection.environment}
      onConfirm={async () => {
        await deleteRule(connection.id, config, rule.id, canReset);
        show({ tone: 'good', title: (texts) => texts.t('sign-up-rules.deleted', { name }) });
      }}
    />
  );
}
