/** Which part of the graph the canvas shows. */
import { getViewportForBounds, type Rect, type Viewport } from '@xyflow/react';

export interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

const fitPadding = 0.1;
const maxZoom = 1;
/** Below this, the IDs can't be read. The rest of the graph is reached by moving it. */
const readableZoom = 0.9;
/** Between a permission and the edge of the canvas, in pixels. */
const margin = 16;

/** Returns the viewport that shows permissions in the middle of the canvas, as large as they fit but readable. */
export function fittedViewport(permissions: readonly Rect[], { width, height }: CanvasSize): Viewport {
  return getViewportForBounds(boundsOf(permissions), width, height, readableZoom, maxZoom, fitPadding);
}

/** Returns the viewport moved no further than needed for a permission to be in view. */
export function viewportWith(permission: Rect, viewport: Viewport, { width, height }: CanvasSize): Viewport {
  const { x, y, zoom } = viewport;
  return {
    x: x + shiftInto(permission.x * zoom + x, permission.width * zoom, width),
    y: y + shiftInto(permission.y * zoom + y, permission.height * zoom, height),
    zoom,
  };
}

/** How far a part from `start` on has to move to be between the margins. What is too long shows its start. */
function shiftInto(start: number, length: number, room: number): number {
  const last = room - margin - length;
  return Math.max(margin, Math.min(start, last)) - start;
}

function boundsOf(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - x;
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - y;
  return { x, y, width, height };
}
