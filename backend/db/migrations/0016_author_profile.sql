ALTER TABLE "authors" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "links" text[] DEFAULT '{}' NOT NULL;