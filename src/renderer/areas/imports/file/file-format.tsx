import { type ImportDelimiter, type ImportEncoding, type ImportFormat, importDelimiter, importEncoding } from '#contract/imports/source.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from './file.module.css';
import type { ImportFile } from './use-import-file';

const formats = ['table', 'json', 'ndjson'] as const satisfies readonly ImportFormat['format'][];
const delimiters = {
  ',': 'export.delimiter.comma',
  ';': 'export.delimiter.semicolon',
  '\t': 'export.delimiter.tab',
  '|': 'imports.delimiter.pipe',
} as const satisfies Readonly<Record<ImportDelimiter, MessageKey>>;

/** How a file is read, as it was found, and as it can be changed. */
export function FileFormat({ file: { format, source, formatting } }: { file: ImportFile }) {
  const { t } = useMessages();
  const disabled = formatting.isPending;
  const change = (next: ImportFormat) => void formatting.run(next);
  return (
    <PageSection title={t('imports.format')} text={t(source?.hasByteOrderMark ? 'imports.format.mark' : 'imports.format.text')}>
      <div className={styles.format}>
        <Field label={t('imports.format.kind')}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={format.format}
              onChange={({ target }) => change(formatNamed(target.value as ImportFormat['format'], format.encoding))}
            >
              {formats.map((one) => (
                <option key={one} value={one}>
                  {t(`imports.format.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('imports.encoding')}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={format.encoding}
              onChange={({ target }) => change({ ...format, encoding: target.value as ImportEncoding })}
            >
              {importEncoding.options.map((one) => (
                <option key={one} value={one}>
                  {t(`imports.encoding.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {format.format === 'table' && (
          <Field label={t('export.delimiter')}>
            {(control) => (
              <Select
                {...control}
                disabled={disabled}
                value={format.delimiter}
                onChange={({ target }) => change({ ...format, delimiter: target.value as ImportDelimiter })}
              >
                {importDelimiter.options.map((one) => (
                  <option key={one} value={one}>
                    {t(delimiters[one])}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      {formatting.failure !== null && <FormFailure report={formatting.failure} />}
    </PageSection>
  );
}

function formatNamed(format: ImportFormat['format'], encoding: ImportEncoding): ImportFormat {
  return format === 'table' ? { format, encoding, delimiter: ',' } : { format, encoding };
}
