// The viewer: a page with the results of the program in it, and no engine.
import './index.css';
import { startTheme } from '../app/theme';
import { storedResults } from './data';
import { Viewer } from './viewer';
import { words } from './words';

startTheme();
const root = document.getElementById('app')!;
const stored = storedResults(document.getElementById('tensio-run')?.textContent ?? '');
if (stored) new Viewer(root, stored);
else root.textContent = words.nothing;
