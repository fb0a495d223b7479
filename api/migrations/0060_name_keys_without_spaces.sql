-- Names are compared without their spaces too: «موسی پور» is «موسی‌پور». The indexes come back below.
DROP INDEX user_by_name;
DROP INDEX user_by_last_name;
ALTER TABLE user DROP COLUMN name_key;
ALTER TABLE user DROP COLUMN last_name_key;

ALTER TABLE user ADD COLUMN name_key TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(first_name || last_name)
    , 'ي', 'ی'), 'ى', 'ی'), 'ې', 'ی'), 'ے', 'ی'), 'ئ', 'ی'), 'ك', 'ک'), 'ڪ', 'ک'), 'أ', 'ا')
    , 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ؤ', 'و'), 'ة', 'ه'), 'ە', 'ه'), 'ھ', 'ه'), 'ہ', 'ه')
    , 'ۀ', 'ه'), 'ۂ', 'ه'), char(1600), ''), char(8204), ''), char(1611), '')
    , char(1612), ''), char(1613), ''), char(1614), ''), char(1615), ''), char(1616), '')
    , char(1617), ''), char(1618), ''), char(1619), ''), char(1620), ''), char(1621), '')
    , char(1648), ''), ' ', '')
) VIRTUAL;

ALTER TABLE user ADD COLUMN last_name_key TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(last_name)
    , 'ي', 'ی'), 'ى', 'ی'), 'ې', 'ی'), 'ے', 'ی'), 'ئ', 'ی'), 'ك', 'ک'), 'ڪ', 'ک'), 'أ', 'ا')
    , 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ؤ', 'و'), 'ة', 'ه'), 'ە', 'ه'), 'ھ', 'ه'), 'ہ', 'ه')
    , 'ۀ', 'ه'), 'ۂ', 'ه'), char(1600), ''), char(8204), ''), char(1611), '')
    , char(1612), ''), char(1613), ''), char(1614), ''), char(1615), ''), char(1616), '')
    , char(1617), ''), char(1618), ''), char(1619), ''), char(1620), ''), char(1621), '')
    , char(1648), ''), ' ', '')
) VIRTUAL;

CREATE INDEX user_by_name ON user (name_key);
CREATE INDEX user_by_last_name ON user (last_name_key);
