ALTER TABLE "projects" ADD COLUMN "language_is_detected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "projects" SET "language" = 'zh-Hans' WHERE "language" = 'zh-cn';
