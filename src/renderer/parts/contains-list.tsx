import { useId, useMemo, useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { cx } from '#lib/class-names.ts';
import { type PermissionGraph, shortestChain } from '#lib/rules/permission-graph.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import styles from './contains-list.module.css';

// A list of IDs as an object, so that two changes of it, made in two places, can be combined.

/** Returns an object with a key for each ID. */
export function toIdSet(ids: readonly string[]): JsonValue {
  return Object.fromEntries([...ids].sort().map((id) => [id, true]));
}

/** Returns the IDs: the reverse of `toIdSet`. */
export function fromIdSet(set: object): readonly string[] {
  return Object.keys(set);
}

interface ContainsListProps {
  label: string;
  /** All permissions that can be chosen. */
  ids: readonly string[];
  /** What contains what, with the current choice. */
  graph: PermissionGraph;
  chosen: readonly string[];
  /** Permissions that were chosen before, which are listed first. */
  stored: readonly string[];
  /** Those that come with a chosen one, where it isn’t known with which. */
  inherited?: ReadonlySet<string> | undefined;
  /** The permission that contains them; it can't contain itself, also not through another one. */
  owner?: string;
  disabledReason?: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

const searchFrom = 12;

/** Permissions to choose from: those that come with another one are marked, those that would close a circle can’t be chosen. */
export function ContainsList(props: ContainsListProps) {
  const { label, ids, graph, chosen, stored, owner } = props;
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [first] = useState(stored);
  const sorted = useMemo(() => [...ids.filter((id) => first.includes(id)), ...ids.filter((id) => !first.includes(id))], [ids, first]);
  const inherited = useMemo(() => inheritedBy(graph, chosen), [graph, chosen]);
  const shown = sorted.filter((id) => id !== owner && id.includes(foldText(text)));
  return (
    <div>
      {ids.length > searchFrom && (
        <SearchInput hasShortcut={false} className={styles.search} label={t('permissions.search')} value={text} onValueChange={setText} />
      )}
      <ul data-results="" className={styles.list} aria-label={label}>
        {shown.map((id) => (
          <Choice key={id} {...props} id={id} via={chosen.includes(id) ? undefined : inherited.get(id)} />
        ))}
        {shown.length === 0 && <li className={styles.none}>{t(ids.length <= 1 ? 'permissions.contains.none' : 'permissions.no-match')}</li>}
      </ul>
    </div>
  );
}

/** Which of the chosen permissions each inherited one comes with. */
function inheritedBy(graph: PermissionGraph, chosen: readonly string[]): ReadonlyMap<string, string> {
  const via = new Map<string, string>();
  for (const id of chosen) for (const inner of graph.closureOf(id)) if (!via.has(inner)) via.set(inner, id);
  return via;
}

interface ChoiceProps extends ContainsListProps {
  id: string;
  /** The chosen permission that contains it. */
  via: string | undefined;
}

function Choice({ id, via, chosen, stored, graph, inherited, owner, disabledReason, onChange }: ChoiceProps) {
  const { t } = useMessages();
  const htmlId = useId();
  const isChosen = chosen.includes(id);
  const isCircle = !isChosen && owner !== undefined && graph.closureOf(id).has(owner);
  const reason = via !== undefined ? viaText(graph, via, id) : undefined;
  const isInherited = via !== undefined || (!isChosen && inherited?.has(id) === true);
  const isDeleted = inherited === undefined && !graph.ids.includes(id);
  const isOff = disabledReason !== undefined || isInherited || isCircle;
  const toggle = () => {
    if (!isOff) onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  return (
    <li className={cx(styles.choice, isInherited && styles.inherited)}>
      <input
        id={htmlId}
        type="checkbox"
        checked={isChosen || isInherited}
        aria-disabled={isOff || undefined}
        aria-describedby={`${htmlId}-state`}
        onChange={toggle}
      />
      <label htmlFor={htmlId}>
        <code>{id}</code>
      </label>
      <span id={`${htmlId}-state`} className={styles.state}>
        {reason !== undefined && t('permissions.via', { chain: reason })}
        {isInherited && via === undefined && t('permissions.inherited')}
        {isCircle && t('permissions.circle', { id: owner })}
        {isDeleted && t('permissions.no-definition')}
        {isChosen && !stored.includes(id) && <Badge tone="good">{t('draft.added')}</Badge>}
        {!isChosen && stored.includes(id) && <Badge tone="bad">{t('permissions.removed')}</Badge>}
      </span>
    </li>
  );
}

function viaText(graph: PermissionGraph, via: string, id: string): string {
  return (shortestChain(graph, [via], id) ?? [via]).join(' → ');
}
