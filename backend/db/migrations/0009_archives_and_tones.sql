ALTER TABLE "files" ADD COLUMN "format" text;--> statement-breakpoint
ALTER TABLE "file_drawings" ADD COLUMN "tone" text;