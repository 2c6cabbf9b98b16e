/** The least a page with the same React can be. */
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<button type="button">Bare</button>);
