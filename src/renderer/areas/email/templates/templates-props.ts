/** What both kinds of templates need. */
export interface TemplatesProps {
  connectionId: string;
  /** The name of the project, for previews. */
  projectName: string;
  /** Why no template can be changed. */
  blocked: string | undefined;
  /** The type or ID of the open template, from the URL. */
  chosen: string | null;
  onChoose: (template: string) => void;
}
