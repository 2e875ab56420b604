// Makes the sources that are not written by hand: the parser from the grammar,
// and the validators from the JSON Schemas. Both land in folders named `generated`.
import './generate-parser.mjs';
import './generate-validators.mjs';
