-- Answers to tickets that the shop has prepared: {نام}, {کد} and {مهلت} are filled from the ticket.
CREATE TABLE prepared_answer (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL,
  -- Grows with each change.
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  changed_by TEXT,
  changed_at INTEGER NOT NULL
) STRICT;
INSERT INTO prepared_answer (id, title, content, changed_at) VALUES
('with-shop-1', 'در حال بررسی است', '{نام} عزیز، پیام شما دربارهٔ {کد} را دیدیم و بررسی می‌کنیم. تا {مهلت} همین‌جا پاسخ می‌گیرید.', 0),
('with-shop-2', 'عکس خطا را بفرستید', '{نام} عزیز، برای پیگیری {کد} لطفاً عکسی از صفحه‌ای که خطا را نشان می‌دهد همین‌جا بفرستید. کد را در متن پیام ننویسید.', 0),
('with-shop-3', 'کد جایگزین شد', '{نام} عزیز، به جای {کد} کد تازه‌ای برایتان گذاشتیم. آن را در صفحهٔ سفارش خود می‌بینید. از اینکه معطل شدید پوزش می‌خواهیم.', 0),
('with-shop-4', 'ریجن حساب با کارت یکی نیست', '{نام} عزیز، {کد} تنها در حسابی کار می‌کند که ریجن آن با ریجن کارت یکی باشد. لطفاً ریجن حساب خود را ببینید و نتیجه را همین‌جا بنویسید.', 0),
('with-shop-5', 'مبلغ بازگشت', '{نام} عزیز، مبلغ {کد} بازگردانده شد. سهم کیف پول همین حالا در کیف پول شماست و سهم کارت را بانک تا چند روز کاری به همان کارت برمی‌گرداند.', 0),
('with-shop-6', 'تحویل دستی در راه است', '{نام} عزیز، {کد} را همکاران ما دستی تحویل می‌دهند. تا {مهلت} آماده است و با پیامک خبرتان می‌کنیم.', 0);
