-- By hand: `fold` as it was (0016), but without the signs that choose a letter's form, either: those of Mongolian, and of Japanese
-- and Chinese names. No name could have them before, and reasons in the audit
-- with such signs stay as they were folded.
CREATE OR REPLACE FUNCTION "fold"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(regexp_replace(
  lower(normalize(replace($1, '´', ''), NFKD) COLLATE "pg_c_utf8"),
  '[\u0300-\u036f\ufe00-\ufe2f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u180b-\u180f\U000e0100-\U000e01ef'
  || '''`\u02b9-\u02bf\u05f3\u0640\u200b-\u200f\u2018-\u201b\u2032]', '', 'g'),
  U&'øłđðıħəς\0649\064a\0643\05be\2010\2011\2012\2013\2014\2015', U&'olddiheσ\06cc\06cc\06a9-------'),
  'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
