import type { ImportSource } from '#contract/imports/source.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import common from '../imports.module.css';
import styles from './file.module.css';

const productNames = {
  clerk: 'Clerk',
  auth0: 'Auth0',
  supabase: 'Supabase',
  firebase: 'Firebase',
  keycloak: 'Keycloak',
  latchkey: 'Latchkey',
};
/** Columns whose values are shown; the next step shows all of them. */
const shownColumns = 8;

/** The first columns with samples, and what a recognized export can’t bring along. */
export function FoundColumns({ source: { columns, origin, broken } }: { source: ImportSource }) {
  const { t, locale } = useMessages();
  return (
    <PageSection title={t('imports.columns.found', { count: columns.length })}>
      {origin !== null && (
        <Callout tone={origin.losses.length === 0 ? 'good' : 'accent'} title={t('imports.origin', { product: productNames[origin.name] })}>
          {origin.losses.length > 0 && (
            <>
              {t('imports.losses')}
              <ul className={styles.losses}>
                {origin.losses.map((loss) => (
                  <li key={loss}>{t(`imports.loss.${loss}`)}</li>
                ))}
              </ul>
            </>
          )}
        </Callout>
      )}
      {broken > 0 && (
        <Callout tone="warn" title={t('imports.broken', { count: broken, shown: formatNumber(broken, locale) })}>
          {t('imports.broken.text')}
        </Callout>
      )}
      <dl className={styles.samples}>
        {columns.slice(0, shownColumns).map(({ name, samples, isSecret }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
          <div key={at}>
            <dt>{name || t('imports.column.unnamed', { number: at + 1 })}</dt>
            <dd data-personal={isSecret ? undefined : ''}>{isSecret ? t('imports.secret-column') : samples.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {columns.length > shownColumns && (
        <p className={common.quiet}>{t('imports.columns.more', { count: columns.length - shownColumns })}</p>
      )}
    </PageSection>
  );
}
