import type { JsonValue } from '../../../contract/service/models/fields';
import { useConnection } from '../../stores/connections';
import { Card } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import type { DraftOptions } from '../conflict/use-draft';
import { MetadataEditor } from './metadata-editor';
import { ReadOnlyMetadata } from './metadata-value';

interface SectionTexts {
  title: string;
  /** Who can read and change this metadata. */
  text: string;
  /** What it is: "Client metadata"; the title if absent. */
  label?: string;
}

interface MetadataSectionProps extends SectionTexts, DraftOptions {
  connectionId: string;
  /** Why it can't be changed now. */
  disabledReason: string | undefined;
}

/** A section of a page with one kind of metadata, which can be edited. */
export function MetadataSection({ connectionId, title, text, label = title, ...editor }: MetadataSectionProps) {
  const environment = useConnection(connectionId)?.environment;
  return (
    <PageSection title={title} text={text}>
      <Card>
        <MetadataEditor {...editor} label={label} environment={environment} />
      </Card>
    </PageSection>
  );
}

/** A section of a page with metadata that only the project can change. */
export function ReadOnlyMetadataSection({ title, text, label = title, value }: SectionTexts & { value: JsonValue }) {
  return (
    <PageSection title={title} text={text}>
      <Card>
        <ReadOnlyMetadata label={label} value={value} />
      </Card>
    </PageSection>
  );
}
