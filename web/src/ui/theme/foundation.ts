/* The styles that every page needs; `mantine-primitives.css` follows with the shell. */
import './tokens.css';
import './fonts.css';
import './global.css';
