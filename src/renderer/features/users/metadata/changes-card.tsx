import type { JsonValue } from '../../../../contract/service/models/fields';
import { ChangeList } from '../../../blocks/conflict/change-list';
import { ConflictChoice } from '../../../blocks/conflict/conflict-choice';
import { type JsonChange, pathText } from '../../../blocks/conflict/json-changes';
import { useMessages } from '../../../lib/use-messages';
import { Badge } from '../../../ui/data/badge';
import { Card } from '../../../ui/layout/card';
import type { KindDraft } from './use-kind-draft';
import styles from './user-metadata.module.css';

/** What saving would change, and the values to choose from where a key was changed elsewhere too. */
export function ChangesCard({ of, disabledReason }: { of: KindDraft; disabledReason: string | undefined }) {
  const { t } = useMessages();
  const { draft, choiceOf, choose, openConflicts } = of;
  const { changes, conflict } = draft;
  const contested = conflict?.contested ?? [];
  const own = changes.filter((change) => !contested.includes(change));
  const theirs = (conflict?.theirs ?? []).filter((their) => !contested.some((change) => overlaps(change, their)));
  return (
    <Card className={styles.changes}>
      <div className={styles.changesHead}>
        <h2>{t('users.metadata.changes')}</h2>
        <span className={styles.counts} role="status">
          {changes.length > 0 && <Badge tone="accent">{t('draft.count', { count: changes.length })}</Badge>}
          {openConflicts > 0 && <Badge tone="warn">{t('users.metadata.conflicts', { count: openConflicts })}</Badge>}
        </span>
      </div>
      {contested.map((change) => (
        <ConflictChoice
          key={JSON.stringify(change.path)}
          label={change.path.length === 0 ? t('draft.whole') : pathText(change.path)}
          original={textOf(change.before)}
          theirs={textOf(currentOf(conflict?.theirs ?? [], change))}
          mine={textOf(change.after)}
          isJson
          chosen={choiceOf(change)}
          disabledReason={disabledReason}
          onChoose={(side) => choose(change, side)}
        />
      ))}
      <div className={styles.lists}>
        {own.length > 0 && <ChangeList label={t('draft.changes')} changes={own} />}
        {theirs.length > 0 && <ChangeList label={t('users.metadata.kept')} changes={theirs} />}
        {changes.length === 0 && <p className={styles.quiet}>{t('form.nothing')}</p>}
      </div>
    </Card>
  );
}

const maxLength = 2_000;

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function overlaps(one: JsonChange, other: JsonChange): boolean {
  const length = Math.min(one.path.length, other.path.length);
  return one.path.slice(0, length).every((key, at) => key === other.path[at]);
}

/** The current value of a key, or of the part of it that was changed elsewhere. */
function currentOf(theirs: readonly JsonChange[], change: JsonChange): JsonValue | undefined {
  return theirs.find((their) => overlaps(change, their))?.after;
}
