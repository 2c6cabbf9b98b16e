import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminProject, LogoField } from '#contract/service/models/project-models.ts';
import { updateProject, useReadAdminProject } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { LogoDialog } from './logo-dialog';
import { type Logo, LogoPicture, logosOf } from './logo-picture';
import styles from './logos.module.css';

interface LogosSectionProps {
  connectionId: string;
  project: AdminProject;
  disabledReason: string | undefined;
}

/** The logos of a project, where its release has some (wire/later 8). Each is saved separately, not with the form around it. */
export function LogosSection({ connectionId, project, disabledReason }: LogosSectionProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [changed, setChanged] = useState<Logo | null>(null);
  const [removed, setRemoved] = useState<Logo | null>(null);
  const save = useSaveLogo(connectionId);
  const logos = logosOf(project);
  if (logos.length === 0) return null;
  return (
    <PageSection title={t('project-settings.logos')} text={t('project-settings.logos.text')}>
      <Card>
        {logos.map((logo) => (
          <LogoRow key={logo.field} logo={logo} disabledReason={disabledReason} onChange={setChanged} onRemove={setRemoved} />
        ))}
      </Card>
      {changed !== null && (
        <LogoDialog logo={changed} environment={environment} onSave={(url) => save(changed.field, url)} onClose={() => setChanged(null)} />
      )}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={() => setRemoved(null)}
        title={removed === null ? '' : t('project-settings.logos.remove.title', { logo: t(`project-settings.${removed.field}`) })}
        consequence={t('project-settings.logos.remove.consequence')}
        confirmLabel={t('project-settings.logos.remove')}
        danger
        environment={environment}
        onConfirm={() => (removed === null ? Promise.resolve() : save(removed.field, null))}
      />
    </PageSection>
  );
}

interface LogoRowProps {
  logo: Logo;
  disabledReason: string | undefined;
  onChange: (logo: Logo) => void;
  onRemove: (logo: Logo) => void;
}

function LogoRow({ logo, disabledReason, onChange, onRemove }: LogoRowProps) {
  const { t } = useMessages();
  const label = t(`project-settings.${logo.field}`);
  return (
    <FactRow label={label}>
      <div className={styles.row}>
        <LogoPicture logo={logo} />
        <div className={styles.buttons}>
          <Button
            size="sm"
            icon={Pencil}
            aria-label={t('project-settings.logos.change.of', { logo: label })}
            disabledReason={disabledReason}
            onClick={() => onChange(logo)}
          >
            {t('project-settings.logos.change')}
          </Button>
          <Button
            size="sm"
            variant="plain"
            icon={Trash2}
            aria-label={t('project-settings.logos.remove.of', { logo: label })}
            disabledReason={disabledReason ?? (logo.url === null ? t('project-settings.logos.remove.none') : undefined)}
            onClick={() => onRemove(logo)}
          >
            {t('project-settings.logos.remove')}
          </Button>
        </div>
      </div>
    </FactRow>
  );
}

/** Returns a function that stores a logo. If the response is lost, what is stored decides whether it was done. */
function useSaveLogo(connectionId: string): (field: LogoField, url: string | null) => Promise<void> {
  const show = useToasts((state) => state.show);
  const read = useReadAdminProject(connectionId);
  return async (field, url) => {
    try {
      await updateProject(connectionId, { [field]: url });
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
      const saved = await read().catch(() => null);
      if (saved === null || (saved[field] ?? null) !== url) throw thrown;
    }
    show({ tone: 'good', title: url === null ? 'project-settings.logos.removed' : 'project-settings.logos.saved' });
  };
}
