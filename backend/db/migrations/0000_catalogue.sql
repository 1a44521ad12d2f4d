CREATE TABLE "authors" (
	"uid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "authors_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"project_id" text NOT NULL,
	"day" date NOT NULL,
	"event" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_counts_project_id_day_event_pk" PRIMARY KEY("project_id","day","event")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author_uid" text NOT NULL,
	"title" text NOT NULL,
	"sort_key" text COLLATE "C" NOT NULL,
	"description" text NOT NULL,
	"language" text,
	"version" text NOT NULL,
	"operating_systems" text[] NOT NULL,
	"minimum_version" text NOT NULL,
	"minimum_version_parts" integer[] NOT NULL,
	"category" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"license" text,
	"attribution" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"cover" jsonb NOT NULL,
	"gallery" jsonb NOT NULL,
	"file_id" text,
	"owner" text,
	"repository_url" text,
	"release" jsonb,
	"views" integer DEFAULT 0 NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"installs" integer DEFAULT 0 NOT NULL,
	"popularity" double precision NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"demo_key" text,
	CONSTRAINT "projects_demo_key_unique" UNIQUE("demo_key")
);
--> statement-breakpoint
CREATE TABLE "salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"day" date NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "visits_day_hash_pk" PRIMARY KEY("day","hash")
);
--> statement-breakpoint
ALTER TABLE "daily_counts" ADD CONSTRAINT "daily_counts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_author_uid_authors_uid_fk" FOREIGN KEY ("author_uid") REFERENCES "public"."authors"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "projects_by_name" ON "projects" USING btree ("kind","sort_key","id");--> statement-breakpoint
CREATE INDEX "projects_by_popularity" ON "projects" USING btree ("kind","popularity","id");--> statement-breakpoint
CREATE INDEX "projects_by_update" ON "projects" USING btree ("kind","updated_at","id");--> statement-breakpoint
CREATE INDEX "projects_popular_overall" ON "projects" USING btree ("popularity","id");--> statement-breakpoint
CREATE INDEX "projects_by_author" ON "projects" USING btree ("author_uid","kind");--> statement-breakpoint
CREATE INDEX "projects_by_file" ON "projects" USING btree ("file_id");