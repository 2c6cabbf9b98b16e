/** Sources of email templates in TSX. They are searched, not run: a real service renders them. */
import { knownError } from '../../http/failures';

export interface RenderedSource {
  readonly html: string;
  readonly subject: string | undefined;
  readonly category: string;
}

/** Returns what a source results in. Throws EMAIL_RENDERING_ERROR for one that exports no template. */
export function renderSource(source: string): RenderedSource {
  const error = renderError(source);
  if (error !== null) throw knownError('EMAIL_RENDERING_ERROR', { error }, { error });
  const text = /<p>([^<]*)<\/p>/.exec(source)?.[1] ?? '';
  return {
    html: `<!DOCTYPE html><html><body>${text}</body></html>`,
    subject: /<Subject value=\{"([^"]*)"\}/.exec(source)?.[1],
    category: /<NotificationCategory value="([^"]*)"/.exec(source)?.[1] ?? 'Transactional',
  };
}

/** Returns why a source can't be rendered, if so. */
export function renderError(source: string): string | null {
  return /export function EmailTemplate\b/.test(source) ? null : 'The template does not export a function named EmailTemplate.';
}

/** Returns a source for content that was sent as HTML, which is its own rendering. */
export function sourceWithHtml({ subject, html }: { readonly subject: string; readonly html: string }): string {
  return `import { Subject } from "@stackframe/emails";

export function EmailTemplate() {
  return (
    <>
      <Subject value={${JSON.stringify(subject)}} />
      <div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(html)} }} />
    </>
  );
}
`;
}

/** Throws EMAIL_RENDERING_ERROR for a source that exports no theme. */
export function requireThemeSource(source: string): void {
  const error = 'The theme does not export a function named EmailTheme.';
  if (!/export function EmailTheme\b/.test(source)) throw knownError('EMAIL_RENDERING_ERROR', { error }, { error });
}
