import type { JsonValue } from '#contract/service/models/fields.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { DraftOptions } from '../conflict/use-draft';
import { MetadataEditor } from './metadata-editor';
import { ReadOnlyMetadata } from './metadata-value';

interface SectionTexts {
  title: MessageKey;
  /** Who can read and change this metadata. */
  text: MessageKey;
  /** What it is: "Client metadata"; the title if absent. */
  label?: MessageKey;
}

interface MetadataSectionProps extends SectionTexts, DraftOptions {
  connectionId: string;
  /** Why it can't be changed now. */
  disabledReason: string | undefined;
}

/** A section of a page with one kind of metadata, which can be edited. */
export function MetadataSection({ connectionId, title, text, label = title, ...editor }: MetadataSectionProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  return (
    <PageSection title={t(title)} text={t(text)}>
      <Card>
        <MetadataEditor {...editor} label={label} environment={environment} />
      </Card>
    </PageSection>
  );
}

/** A section of a page with metadata that only the project can change. */
export function ReadOnlyMetadataSection({ title, text, label = title, value }: SectionTexts & { value: JsonValue }) {
  const { t } = useMessages();
  return (
    <PageSection title={t(title)} text={t(text)}>
      <Card>
        <ReadOnlyMetadata label={t(label)} value={value} />
      </Card>
    </PageSection>
  );
}
