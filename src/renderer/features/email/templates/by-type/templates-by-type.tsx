import type { Omitted } from '../../../../../contract/kit';
import type { Template } from '../../../../../contract/service/models/mail-models';
import { useMessages } from '../../../../lib/use-messages';
import { Badge } from '../../../../ui/data/badge';
import { OmittedNote } from '../../../../ui/feedback/omitted-note';
import { TemplateList } from '../template-list';
import styles from '../templates.module.css';
import type { TemplatesProps } from '../templates-props';
import { TemplateEditor } from './template-editor';

interface TemplatesByTypeProps extends TemplatesProps {
  templates: readonly Template[];
  omitted: Omitted | undefined;
}

/** The templates of releases up to 2.8.26: one for each type of email, made of blocks. */
export function TemplatesByType({ templates, omitted, chosen, onChoose, ...rest }: TemplatesByTypeProps) {
  const { t } = useMessages();
  const open = templates.find(({ type }) => type === chosen) ?? templates[0];
  const items = templates.map(({ type, is_default: isDefault }) => ({
    key: type,
    name: t(`email.template.type.${type}`),
    note: isDefault ? null : <Badge tone="accent">{t('email.template.custom')}</Badge>,
  }));
  return (
    <div className={styles.templates}>
      <TemplateList items={items} chosen={open?.type} onChoose={onChoose}>
        <OmittedNote omitted={omitted} />
      </TemplateList>
      {open && <TemplateEditor key={open.type} {...rest} template={open} />}
    </div>
  );
}
