import { MailPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { GoneMessage } from '#parts/screen-message.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { createTemplateById } from '../data';
import { NameDialog } from '../source/name-dialog';
import styles from '../source/source.module.css';
import { SourceList } from '../source/source-list';
import { useOpenSource } from '../source/use-open-source';
import { SourceEditor, type TemplateById } from './source-editor';
import type { TemplatesProps } from './templates-props';

interface TemplatesByIdProps extends TemplatesProps {
  templates: readonly TemplateById[];
  omitted: Omitted | undefined;
  /** Whether the list was read without a failure, and isn't being read again. */
  isCurrent: boolean;
  isReading: boolean;
}

/** The templates of releases from 2.8.27 on: any number of them, whose source only the service can render. */
export function TemplatesById(props: TemplatesByIdProps) {
  const { templates, omitted, isCurrent, isReading, chosen, onChoose, connectionId, blocked } = props;
  const { t } = useMessages();
  const [isCreating, setCreating] = useState(false);
  /** The HTML that the service returned for the last save of each template. */
  const [rendered, setRendered] = useState<ReadonlyMap<string, string>>(new Map());
  const isWhole = isCurrent && omitted === undefined;
  const { open, isUnknown, isGone, leave } = useOpenSource({ connectionId, list: templates, isWhole, isReading, chosen });
  const gone = isGone ? t('email.template.gone') : undefined;
  const items = templates.map(({ id, display_name: name }) => ({ key: id, name: visibleText(name) === '' ? id : name }));
  return (
    <div className={styles.templates}>
      {gone !== undefined && <GoneMessage title={gone} leaveLabel={t('email.template.gone.leave')} onLeave={leave} />}
      <SourceList label={t('email.template.list')} items={items} chosen={open?.id} onChoose={onChoose}>
        <div className={styles.create}>
          <Button icon={Plus} disabledReason={blocked} onClick={() => setCreating(true)}>
            {t('email.template.create')}
          </Button>
        </div>
        <OmittedNote omitted={omitted} />
      </SourceList>
      {isUnknown && <EmptyState icon={MailPlus} title={t('email.template.missing')} text={t('email.source.missing.text')} />}
      {templates.length === 0 && open === undefined && (
        <EmptyState icon={MailPlus} title={t('email.template.none')} text={t('email.template.none.text')} />
      )}
      {open !== undefined && (
        <SourceEditor
          key={open.id}
          connectionId={connectionId}
          template={open}
          blocked={gone ?? blocked}
          html={rendered.get(open.id)}
          onRendered={(html) => setRendered((before) => new Map(before).set(open.id, html))}
        />
      )}
      {isCreating && (
        <NameDialog
          connectionId={connectionId}
          kind="template"
          create={(name) => createTemplateById(connectionId, name)}
          onCreated={onChoose}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}
