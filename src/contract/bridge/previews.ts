/** Previews of HTML that others wrote, such as emails: documents of their own, which a window shows in a frame. */
import { z } from 'zod';
import { call } from '../definitions';

/** Path of all previews, which is the only one that the page may show in a frame. */
export const previewPath = '/preview/';
/** Maximum characters of a preview; emails are far smaller. */
const maxPreviewLength = 2_000_000;

export const previews = {
  /** Returns the path of a document. It exists until its window is closed, or has shown several others. */
  show: call(z.strictObject({ html: z.string().max(maxPreviewLength) }), z.strictObject({ path: z.string() })),
};
