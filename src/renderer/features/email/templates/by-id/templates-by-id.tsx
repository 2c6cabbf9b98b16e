import { MailPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Omitted } from '../../../../../contract/kit';
import { visibleText } from '../../../../../contract/text/visible-text';
import { useMessages } from '../../../../lib/use-messages';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { OmittedNote } from '../../../../ui/feedback/omitted-note';
import { Button } from '../../../../ui/inputs/button';
import { TemplateList } from '../template-list';
import styles from '../templates.module.css';
import type { TemplatesProps } from '../templates-props';
import { CreateTemplateDialog } from './create-template-dialog';
import { SourceEditor, type TemplateById } from './source-editor';

interface TemplatesByIdProps extends TemplatesProps {
  templates: readonly TemplateById[];
  omitted: Omitted | undefined;
}

/** The templates of releases from 2.8.27 on: any number of them, whose source only the service can render. */
export function TemplatesById({ templates, omitted, chosen, onChoose, connectionId, blocked }: TemplatesByIdProps) {
  const { t } = useMessages();
  const [isCreating, setCreating] = useState(false);
  /** The HTML that the service returned for the last save of each template. */
  const [rendered, setRendered] = useState<ReadonlyMap<string, string>>(new Map());
  const open = templates.find(({ id }) => id === chosen) ?? templates[0];
  const items = templates.map(({ id, display_name: name }) => ({ key: id, name: visibleText(name) === '' ? id : name }));
  return (
    <div className={styles.templates}>
      <TemplateList items={items} chosen={open?.id} onChoose={onChoose}>
        <div className={styles.create}>
          <Button icon={Plus} disabledReason={blocked} onClick={() => setCreating(true)}>
            {t('email.template.create')}
          </Button>
        </div>
        <OmittedNote omitted={omitted} />
      </TemplateList>
      {open === undefined ? (
        <EmptyState icon={MailPlus} title={t('email.template.none')} text={t('email.template.none.text')} />
      ) : (
        <SourceEditor
          key={open.id}
          connectionId={connectionId}
          template={open}
          blocked={blocked}
          html={rendered.get(open.id)}
          onRendered={(html) => setRendered((before) => new Map(before).set(open.id, html))}
        />
      )}
      {isCreating && <CreateTemplateDialog connectionId={connectionId} onCreated={onChoose} onClose={() => setCreating(false)} />}
    </div>
  );
}
