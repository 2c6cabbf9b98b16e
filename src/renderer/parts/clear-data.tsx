import { useId } from 'react';
import { api } from '#data/api.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './clear-data.module.css';

/** Clears the local data. Never resolves: Latchkey restarts, and its windows are loaded again or closed. */
export async function clearLocalData(): Promise<never> {
  await api.localData.clear({});
  return new Promise(() => undefined);
}

/** What must be typed: the same in all languages, so that any keyboard can. */
export const textToType = 'Latchkey';

const deleted = ['connections', 'settings', 'rest'] as const;
const stays = ['service', 'files', 'sessions'] as const;

/** What clearing the local data deletes, and what it doesn't, which are sessions unless they are ended first. */
export function ClearDataFacts({ endsSessions = false }: { endsSessions?: boolean }) {
  const { t } = useMessages();
  const kept = stays.filter((id) => id !== 'sessions' || !endsSessions);
  return (
    <div className={styles.facts}>
      <FactList title={t('clear-data.deleted')} facts={deleted.map((id) => t(`clear-data.deleted.${id}`))} />
      <FactList title={t('clear-data.stays')} facts={kept.map((id) => t(`clear-data.stays.${id}`))} />
    </div>
  );
}

function FactList({ title, facts }: { title: string; facts: readonly string[] }) {
  const id = useId();
  return (
    <div>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={id} className={styles.list}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}
