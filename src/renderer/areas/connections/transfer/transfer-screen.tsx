import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Page } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';
import styles from '../form/connection-form.module.css';
import { ExportSection, SealedExportSection } from './export-section';
import { ImportSection } from './import-section';

/** All connections at once: to keep, to hand on, to take over. */
export function TransferScreen() {
  const { t } = useMessages();
  return (
    <Page>
      <header className={styles.head}>
        <Link className={styles.back} to={paths.start()}>
          <Icon of={ArrowLeft} size={14} />
          {t('shell.screen.start')}
        </Link>
        <h1>{t('transfer.title')}</h1>
        <p className={styles.note}>{t('transfer.text')}</p>
      </header>
      <ImportSection />
      <ExportSection />
      <SealedExportSection />
    </Page>
  );
}
